import type { Page } from '@playwright/test';

/** A state that needs an action. */
interface SceneScript {
  readonly scene: string;
  readonly act: (page: Page) => Promise<void>;
}

export type SceneScripts = Readonly<Record<string, SceneScript>>;

export const from = (scene: string, act: SceneScript['act']): SceneScript => ({ scene, act });

export const shown = (page: Page, text: string | RegExp) =>
  page.getByText(text).first().waitFor({ timeout: 5000 });

export const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).first();
