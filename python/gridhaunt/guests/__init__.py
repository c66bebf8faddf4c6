"""Guests: players, mazes and scripts that were written for another program, and run here unchanged.

`pyrat_game` is for those of the package `pyrat-game`. On the command line its players are named `pyrat:PATH`.
"""
