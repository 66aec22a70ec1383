"""The first pages of a hearing and the last: who was there, where and when."""
