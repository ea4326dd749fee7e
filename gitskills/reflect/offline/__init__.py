"""The embedded reflector: rules and a small linear model over what people said, no model and no network."""

from gitskills.reflect.offline.comparing import nothing_known
from gitskills.reflect.offline.reflection import reflect
from gitskills.reflect.offline.weights import Weights, parse_weights

__all__ = ["Weights", "nothing_known", "parse_weights", "reflect"]
