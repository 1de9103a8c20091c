"""`webproctor doctor`: check the installation."""

import json

import click

from webproctor.cli.options import as_json
from webproctor.doctor import check_installation


@click.command("doctor")
@as_json
def command(as_json: bool) -> int:
    """Check the installation, and print the command that fixes each problem."""
    findings = check_installation()
    healthy = all(finding.ok or not finding.needed for finding in findings)
    if as_json:
        rows = [finding.model_dump() for finding in findings]
        click.echo(json.dumps({"healthy": healthy, "findings": rows}))
        return 0 if healthy else 1
    for finding in findings:
        label, colour = ("ok", "green") if finding.ok else ("missing", "red")
        if not finding.ok and not finding.needed:
            label, colour = "optional", "yellow"
        click.echo(f"{click.style(f'{label:>8}', fg=colour)}  {finding.name}: {finding.found}")
        if not finding.ok:
            click.echo(f"{'':>10}fix: {finding.fix}")
    return 0 if healthy else 1
