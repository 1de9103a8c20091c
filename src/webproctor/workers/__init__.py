"""Run the episodes of a run in other processes, on this machine or on many.

The run itself stays in one process, the driver: it chooses the episodes, sends the requests to the
model, scores, and writes the logs. A worker runs episodes and nothing else.

- `messages`: the messages between driver and workers
- `connection`: the interfaces of connections and of what starts workers; a connection by a socket
- `worker`: the program of a worker
- `pool`: the driver's side: hands out episodes, and replaces workers that are lost
- `greeting`: checks that a worker can run the episodes of a run
- `episodes`: the driver's side of one episode
- `executors`: chooses where the workers are
- `processes`: workers that are processes of this machine
- `on_ray`: workers on the machines of a Ray cluster
"""
