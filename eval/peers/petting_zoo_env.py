"""Our games as PettingZoo environments (AEC), for agents of the reinforcement learning kind.

An action is the place of a move among the mover's legal moves. An observation is the bytes of the agent's view, a
record of the game's ``state_dtype``, with the mask of actions. Rewards are the payoffs in the game's own unit, at the
end. PettingZoo: Terry et al., NeurIPS 2021.

This module needs the extra ``pettingzoo``.
"""

from typing import Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv

from engine import contract
from engine.game import Game


class PettingZooEnv(AECEnv):  # type: ignore[misc, type-arg, unused-ignore]
    """A configured game; agents are ``seat_0``, ``seat_1`` and so on, clockwise."""

    def __init__(self, game: Game, render_mode: str | None = None) -> None:
        """An environment that still has to be ``reset``.

        Raises:
            ValueError: there is no such render mode.
        """
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode must be ansi or None, not {render_mode!r}")
        super().__init__()
        self.game = game
        self.render_mode = render_mode
        self.metadata = {"name": f"pitwise_{game.name}_v0", "is_parallelizable": False, "render_modes": ["ansi"]}
        self.possible_agents = [f"seat_{seat}" for seat in range(game.seats)]
        self.agents: list[str] = []
        self.action_spaces = {agent: gymnasium.spaces.Discrete(contract.MAX_MOVES) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: gymnasium.spaces.Dict(
                {
                    "observation": gymnasium.spaces.Box(0, 255, (game.state_dtype.itemsize,), np.uint8),
                    "action_mask": gymnasium.spaces.Box(0, 1, (contract.MAX_MOVES,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._seeds = np.random.default_rng()
        self.state_record = game.empty_state()

    def observation_space(self, agent: str) -> Any:
        """The same for every agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The same for every agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a game. ``seed`` decides this deal and those of later resets without a seed."""
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self.state_record = self.game.deal(int(self._seeds.integers(1 << 62)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.game.mover(self.state_record) or 0]

    def observe(self, agent: str) -> dict[str, Any]:
        """The agent's view, and which of its actions are legal: none unless it is to move."""
        seat = self.possible_agents.index(agent)
        mask = np.zeros(contract.MAX_MOVES, np.int8)
        if self.game.mover(self.state_record) == seat:
            mask[: len(self.game.legal_moves(self.state_record))] = 1
        view = self.game.view(self.state_record, seat)
        return {"observation": np.frombuffer(view.tobytes(), np.uint8).copy(), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play the move at place ``action`` of the legal ones.

        Raises:
            ValueError: there is no such place.
        """
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        moves = self.game.legal_moves(self.state_record)
        if action is None or not 0 <= action < len(moves):
            raise ValueError(f"action must be from 0 to {len(moves) - 1} here, not {action}")
        self._cumulative_rewards[self.agent_selection] = 0.0
        contract.apply(self.game.rules, self.state_record, moves[action], contract.NO_LOG)
        self._clear_rewards()
        mover = self.game.mover(self.state_record)
        if mover is None:
            self.rewards = dict(zip(self.possible_agents, self.game.payoffs(self.state_record), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[mover]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The position in words."""
        return self.game.position_text(self.state_record) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held open."""
