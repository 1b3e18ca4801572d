import type { Locator, Page } from 'playwright-core';

/** A person at the console. Parts are named as a screen reader names them. */
export interface ConsoleUser {
  readonly name: string;
  /** Follows a link, presses a button or opens a summary. */
  activate(target: Locator): Promise<void>;
  /** Replaces the text of a field. */
  fill(target: Locator, text: string): Promise<void>;
  /** Selects a radio button of a group of two. */
  check(target: Locator): Promise<void>;
  /** Chooses an option of a list by its text. */
  choose(target: Locator, option: string): Promise<void>;
}

const MAX_TAB_STOPS = 300;

export const mouseUser: ConsoleUser = {
  name: 'mouse',
  activate: (target) => target.click(),
  fill: (target, text) => target.fill(text),
  check: (target) => target.check(),
  choose: async (target, option) => {
    await target.selectOption({ label: option });
  },
};

export const keyboardUser: ConsoleUser = {
  name: 'keyboard',
  activate: async (target) => {
    await tabTo(target);
    await target.page().keyboard.press('Enter');
  },
  fill: async (target, text) => {
    await tabTo(target);
    await target.page().keyboard.press('ControlOrMeta+A');
    await target.page().keyboard.type(text);
  },
  check: async (target) => {
    if (await target.isChecked()) return;
    await tabTo(target.page().locator('input[type=radio]:checked')); // Tab skips the others of the group
    await target.page().keyboard.press('ArrowDown');
  },
  choose: async (target, option) => {
    await tabTo(target);
    await target.page().keyboard.type(option); // a native list selects by its first characters
  },
};

/** Presses Tab until the element has the focus. @throws when it is not reachable by keyboard */
async function tabTo(target: Locator): Promise<void> {
  await target.waitFor();
  const page = target.page();
  for (let stops = 0; stops < MAX_TAB_STOPS; stops += 1) {
    if (await hasFocus(target)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${String(target)} is not reachable by keyboard`);
}

function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element.ownerDocument.activeElement === element);
}

/** Part of a page with a title. */
export function panel(page: Page, title: string): Locator {
  return page.getByRole('region', { name: title, exact: true });
}

/** Value beside a name in a list of facts. */
export function fact(scope: Locator, name: string): Locator {
  return scope
    .locator('.facts > div')
    .filter({ has: scope.page().getByText(name, { exact: true }) })
    .locator('dd');
}
