"""The commands of `make bench`, by name."""

# The commands, with sizes at which all of them take about 35 minutes on 2 cores.
# `data/NAME` is replaced by `run.folder`; without such a folder, the option is omitted.
USUAL = {
    "speed": "speed.py --data data/turkingbench --instances 1 --rounds 3 --parallel 1 "
    "--browser chromium-headless-shell",
    "speed-parallel": "speed.py --data data/turkingbench --instances 1 --rounds 3 --parallel 2 "
    "--browser chromium-headless-shell",
    "webgames": "webgames.py --every 4 --parallel 2",
    "parts-turkingbench": "parts.py turkingbench --data data/turkingbench --set instances=2 "
    "--episodes 12 --rounds 2",
    "parts-webgames": "parts.py webgames --set clock=virtual --episodes 8 --rounds 2",
    "trace-turkingbench": "trace.py turkingbench --data data/turkingbench --set instances=2 "
    "--episodes 15",
    "trace-webgames": "trace.py webgames --set clock=virtual --episodes 10",
    "parallel": "parallel.py --data data/turkingbench --episodes 16 --rounds 2 --split 2",
    "start": "start.py --rounds 3",
    "memory": "memory.py --data data/turkingbench --agent do-nothing --instances 300",
    "observe": "observe.py --rounds 10",
    "steps": "steps.py --steps 5",
    "isolation-turkingbench": "isolation.py --benchmark turkingbench --data data/turkingbench "
    "--instances 1 --rounds 2 --commands 50",
    "isolation-webgames": "isolation.py --benchmark webgames --every 2 --rounds 2 --commands 50",
    "mind2web": "mind2web.py --shard-mb 100",
    "realwebassist": "realwebassist.py --answers 20000 --rounds 5",
    "reports": "reports.py --episodes 800 --rounds 3",
    "views": "views.py --data data/turkingbench --limit 20",
    "marks": "marks.py",
    "intervals": "intervals.py --times 300",
    "people": "people.py",
    "scale": "scale.py --size 300 3000",
    "forks": "forks.py --every 8 --forks 5",
    "rollouts": "rollouts.py --rollouts 18",
}
# Commands that take longer, and run only if they are named.
LONG = {
    "scale-100000": "scale.py --size 10000 100000",
    "webgames-all": "webgames.py --parallel 2",
    "memory-2000": "memory.py --data data/turkingbench --agent do-nothing --instances 2000",
    "objects-turkingbench": "objects.py turkingbench --data data/turkingbench --set split=all",
    "objects-webgames": "objects.py webgames --set clock=virtual --set difficulty=base",
    "faults": "faults.py --faults 1000",
    "forks-all": "forks.py --forks 19",
    "flames-turkingbench": "flames.py turkingbench --data data/turkingbench --set instances=1 "
    "--episodes 4 --rounds 1",
    "flames-webgames": "flames.py webgames --set clock=virtual --set difficulty=base "
    "--set puzzles=published --every 12 --episodes 4 --rounds 1",
    "flames-miniwob": "flames.py miniwob --set with_oracle=true --every 9 --episodes 5 --rounds 1",
    "flames-mind2web": "flames.py mind2web",
    "flames-realwebassist": "flames.py realwebassist",
    "workers": "worker_pool.py --episodes 40 --rounds 2",
}
BENCHES = USUAL | LONG
