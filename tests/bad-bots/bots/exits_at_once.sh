#!/bin/sh
# Exits 0 before it says anything.
exit 0
