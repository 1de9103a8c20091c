"""Speech: audio in, instructions out; noise at a given level; word error rates.

`audio` reads clips, `noise` spoils them, `recognisers` (a file each) write down what they hear,
`errors` counts what they got wrong, and `transcripts` keeps it where a benchmark can take it up
(catalogue of RealWebAssist, section 5).
"""
