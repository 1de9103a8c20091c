"""Pages of the tool."""

import json
from collections.abc import Sequence

from sqlalchemy import func, select
from starlette.responses import Response

from webproctor.collect.store import Role
from webproctor.collect.tools.propose import rules as ruling
from webproctor.collect.tools.propose import seeds, websites
from webproctor.collect.tools.propose.export import tasks
from webproctor.collect.tools.propose.rules import Rules
from webproctor.collect.tools.propose.tables import Proposal, Website
from webproctor.collect.visit import Page, Visit
from webproctor.core.errors import UserError

_ANNOTATOR: Sequence[Role] = ("annotator",)
_VERIFIER: Sequence[Role] = ("verifier",)
_ADMINISTRATOR: Sequence[Role] = ("administrator",)
_FILE_BYTES = 5 * 2**20
# Tasks on one page of the review.
_PAGE_SIZE = 20


def pages(rules: Rules) -> list[Page]:
    """Return the pages for annotators, verifiers and the administrator."""
    return [*_writing(rules), *_reviewing(), *_administering()]


def _writing(rules: Rules) -> list[Page]:
    def choose(visit: Visit) -> Response:
        counts = ruling.states(visit.db)
        mine = ruling.proposals_of(visit.db, visit.person)
        rows = [
            (
                website,
                rules.is_open(counts[website.id]),
                sum(proposal.website_id == website.id for proposal in mine),
            )
            for website in visit.db.scalars(select(Website).order_by(Website.name))
        ]
        rows.sort(key=lambda row: not row[1])  # Those that are open come first.
        return visit.render("propose/websites.html", rows=rows, rules=rules)

    def _form(visit: Visit, website: Website, task: str = "", fault: str = "") -> Response:
        return visit.render(
            "propose/write.html",
            422 if fault else 200,
            website=website,
            examples=rules.examples(seeds.seeds_for(visit.db, website), website, visit.person),
            mine=ruling.proposals_of(visit.db, visit.person, website),
            open=rules.is_open(ruling.states(visit.db)[website.id]),
            rules=rules,
            max_length=seeds.MAX_LENGTH,
            task=task,
            fault_text=fault,
        )

    def write(visit: Visit) -> Response:
        return _form(visit, visit.row(Website, visit.number("website")))

    def propose(visit: Visit) -> Response:
        website = visit.row(Website, visit.number("website"), lock=True)
        task = " ".join(visit.text("task").split())
        try:
            rules.propose(visit.db, website, visit.person, task)
        except UserError as error:
            return _form(visit, website, task, str(error))
        return visit.redirect(f"/propose/websites/{website.id}")

    def check(visit: Visit) -> Response:
        """Return the reason why the text would be refused, while it is written."""
        website = visit.row(Website, visit.number("website"))
        task = " ".join(visit.request.query_params.get("task", "").split())
        fault = ""
        try:
            if task:
                rules.check(visit.db, website, visit.person, task)
        except UserError as error:
            fault = str(error)
        return visit.render("propose/check.html", fault_text=fault)

    def mine(visit: Visit) -> Response:
        return visit.render("propose/mine.html", mine=ruling.proposals_of(visit.db, visit.person))

    def change(visit: Visit) -> Response:
        proposal = visit.row(Proposal, visit.number("task"), own=True)
        return visit.render(
            "propose/change.html", proposal=proposal, task=proposal.task, fault_text=""
        )

    def revise(visit: Visit) -> Response:
        proposal = visit.row(Proposal, visit.number("task"), own=True)
        visit.row(Website, proposal.website_id, lock=True)
        visit.db.refresh(proposal)
        task = " ".join(visit.text("task").split())
        try:
            rules.revise(visit.db, proposal, task)
        except UserError as error:
            return visit.render(
                "propose/change.html", 422, proposal=proposal, task=task, fault_text=str(error)
            )
        return visit.redirect("/propose/mine")

    return [
        Page("/", choose, _ANNOTATOR),
        Page("/websites/{website:number}", write, _ANNOTATOR),
        Page("/websites/{website:number}", propose, _ANNOTATOR, "POST"),
        Page("/websites/{website:number}/check", check, _ANNOTATOR),
        Page("/mine", mine, _ANNOTATOR),
        Page("/mine/{task:number}", change, _ANNOTATOR),
        Page("/mine/{task:number}", revise, _ANNOTATOR, "POST"),
    ]


def _reviewing() -> list[Page]:
    def show(visit: Visit, fault: str = "") -> Response:
        waiting = select(Proposal).where(Proposal.state == "waiting").order_by(Proposal.id)
        count = select(func.count()).select_from(Proposal).where(Proposal.state == "waiting")
        return visit.render(
            "propose/review.html",
            422 if fault else 200,
            waiting=list(visit.db.scalars(waiting.limit(_PAGE_SIZE))),
            count=visit.db.scalar(count),
            fault_text=fault,
        )

    def decide(visit: Visit) -> Response:
        proposal = visit.row(Proposal, visit.number("task"), lock=True)
        accepted = visit.text("decision") == "accept"
        try:
            ruling.decide(proposal, visit.person, accepted, visit.text("note"))
        except UserError as error:
            return show(visit, f"{proposal.task}\n{error}")
        return visit.redirect("/propose/review")

    return [
        Page("/review", show, _VERIFIER),
        Page("/review/{task:number}", decide, _VERIFIER, "POST"),
    ]


def _administering() -> list[Page]:
    def show(visit: Visit, fault: str = "", done: str = "") -> Response:
        listed = list(visit.db.scalars(select(Website).order_by(Website.name)))
        return visit.render(
            "propose/administer.html",
            422 if fault else 200,
            listed=listed,
            fault_text=fault,
            done=done,
        )

    def add(visit: Visit) -> Response:
        upload = visit.upload("file")
        try:
            parsed = websites.parse(upload.file.read(), upload.filename or "the file")
        except UserError as error:
            return show(visit, str(error))
        new = websites.add(visit.db, parsed)
        visit.db.flush()
        return show(visit, done=f"Websites added: {new}. Updated: {len(parsed) - new}.")

    def export(visit: Visit) -> Response:
        text = json.dumps(tasks(visit.db), indent=2, ensure_ascii=False) + "\n"
        return visit.download("tasks.json", text, "application/json")

    return [
        Page("/websites", show, _ADMINISTRATOR),
        Page("/websites", add, _ADMINISTRATOR, "POST", max_bytes=_FILE_BYTES),
        Page("/tasks.json", export, _ADMINISTRATOR),
    ]
