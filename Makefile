# `make` lists the targets. The first one you run sets up .venv; later runs find it ready.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
BUILD  := build

# Extra arguments, as in: make demo ARGS="--players 4 --seed 1", make test ARGS="-k scoring"
ARGS ?=

PIP    := $(BIN)/python -m pip --disable-pip-version-check -qq
PROTOS := $(sort $(wildcard proto/pitwise/v1/*.proto))

# $(call generate,FOLDER) writes the Python stubs and their annotations for every .proto file.
generate = $(BIN)/python -m grpc_tools.protoc -I proto \
	--plugin=protoc-gen-mypy=$(BIN)/protoc-gen-mypy \
	--plugin=protoc-gen-mypy_grpc=$(BIN)/protoc-gen-mypy_grpc \
	--python_out=$(1) --grpc_python_out=$(1) --mypy_out=quiet:$(1) --mypy_grpc_out=quiet:$(1) $(PROTOS)

.PHONY: help demo test lint format types protos check-protos golden clean distclean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: $(VENV)/.installed ## Watch a game
	@echo "Starting the demo"
	@$(BIN)/pitwise demo $(ARGS)

test: $(VENV)/.installed-dev ## Run the tests
	@echo "Running the tests"
	@$(BIN)/python -m pytest $(ARGS)

lint: $(VENV)/.installed-dev ## Check the style of the Python code and the .proto files
	@echo "Checking the code with ruff"
	@$(BIN)/ruff check
	@echo "Checking the format with ruff"
	@$(BIN)/ruff format --check
	@echo "Checking the .proto files with buf"
	@$(if $(PROTOS),$(BIN)/buf lint proto,echo "There are none")

format: $(VENV)/.installed-dev ## Rewrite the Python code in the project's format
	@echo "Fixing and formatting the code with ruff"
	@$(BIN)/ruff check --fix-only --quiet
	@$(BIN)/ruff format

types: $(VENV)/.installed-dev ## Check the types
	@echo "Checking the types with mypy"
	@$(BIN)/mypy

protos: $(VENV)/.installed-dev ## Regenerate the stubs beside the .proto files
	@echo "Generating the stubs in proto/pitwise/v1"
	@rm -f proto/pitwise/v1/*_pb2*.py*
	@$(if $(PROTOS),$(call generate,proto),echo "There are no .proto files")

check-protos: $(VENV)/.installed-dev ## Check that the stubs match the .proto files
	@echo "Comparing the stubs in proto/pitwise/v1 with freshly generated ones"
	@rm -rf $(BUILD)/protos
	@mkdir -p $(BUILD)/protos/pitwise/v1
	@$(if $(PROTOS),$(call generate,$(BUILD)/protos),echo "There are no .proto files")
	@diff -rq -x '*.proto' -x __init__.py -x __pycache__ $(BUILD)/protos/pitwise/v1 proto/pitwise/v1 \
		|| { echo "The stubs are out of date: run 'make protos' and commit the result." >&2; exit 1; }

golden: $(VENV)/.installed-dev ## Regenerate the golden playthrough files
	@echo "Replaying the golden games"
	@$(BIN)/python -m tests.golden

clean: ## Remove builds and tool caches
	@echo "Removing builds and tool caches"
	@rm -rf $(BUILD) dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	@find . -path ./$(VENV) -prune -o -type d -name __pycache__ -exec rm -rf {} +

distclean: clean ## Remove .venv as well
	@echo "Removing $(VENV)"
	@rm -rf $(VENV)

$(BIN)/python:
	@echo "Creating $(VENV)"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Pitwise needs Python 3.11 or newer: make PYTHON=/path/to/python3.11" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }

$(VENV)/.installed: pyproject.toml | $(BIN)/python
	@echo "Installing pitwise and what it needs (about a minute the first time)"
	@$(PIP) install --editable .
	@touch $@

$(VENV)/.installed-dev: pyproject.toml | $(BIN)/python
	@echo "Installing pitwise, what it needs and the development tools (about a minute the first time)"
	@$(PIP) install --editable '.[dev]'
	@touch $@ $(VENV)/.installed
