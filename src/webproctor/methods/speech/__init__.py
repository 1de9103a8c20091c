"""Speech recognition of instructions, noise at a given level, and word error rates.

`audio` reads clips, `noise` adds noise, `recognisers` (one module each) transcribe, `errors`
computes word error rates, `transcripts` stores the results for a benchmark, and `transcribing` does
all of it for the clips of a data set.
"""
