import type { Page } from '@playwright/test';

/** A state that is reached by an action: a scene, and the action. */
export interface SceneScript {
  readonly scene: string;
  readonly act: (page: Page) => Promise<void>;
}
