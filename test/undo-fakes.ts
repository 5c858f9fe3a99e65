// Undoes each test's spies, fake clocks and stubs: files share a process, and would meet them.

import { afterEach, vi } from "vitest";

afterEach(() => {
  // Spies first: one on a fake timer, restored later, would put the fake back in the real one's place for good.
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
