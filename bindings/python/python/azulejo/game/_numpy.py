"""numpy, for what gives or takes arrays."""

from azulejo._extras import Extra

with Extra("game"):
    import numpy as np

__all__ = ["np"]
