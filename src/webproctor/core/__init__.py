"""Tasks, sessions, actions, observations, episodes and scores, and the loop that runs an agent."""
