"""Objects of the API."""

from .generated.types import *  # noqa: F403
