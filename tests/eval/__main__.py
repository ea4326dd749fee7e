"""`make eval`."""

import sys

from tests.eval.evaluate import main

sys.exit(main())
