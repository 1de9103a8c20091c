"""Use a benchmark as a Gymnasium environment, with random actions."""

import gymnasium

import webproctor.gym  # noqa: F401 - registers the environments

env = gymnasium.make("webproctor/turkingbench-v1", instances=1)
observation, info = env.reset(seed=1)
for _ in range(5):
    observation, reward, terminated, truncated, info = env.step(env.action_space.sample())
    print(observation["result"])
observation, reward, terminated, truncated, info = env.step('{"name": "done"}')
print(info["task"], reward)
env.close()
