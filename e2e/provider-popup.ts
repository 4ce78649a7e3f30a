import { randomInt } from 'node:crypto'

import type { Page } from '@playwright/test'

export type Stranger = { id: string; email: string }

export const newStranger = (): Stranger => {
  const id = String(randomInt(1_000_000, 1_000_000_000))
  return { id, email: `person-${id}@example.ru` }
}

/** Signs in as this person on the provider's page. */
export async function authoriseAs(popup: Page, { id, email }: Stranger): Promise<void> {
  await popup.getByLabel('Someone else').check()
  await popup.getByLabel('Number').fill(id)
  await popup.getByLabel('Name', { exact: true }).fill('Мария')
  await popup.getByLabel('Surname').fill('Орлова')
  await popup.getByLabel('E-mail', { exact: true }).fill(email)
  await popup.getByRole('button', { name: 'Continue' }).click()
}

/** Signs in through the provider's button of the page and its popup. */
export async function signInByPopup(page: Page, provider: string, person: Stranger): Promise<void> {
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: new RegExp(provider) }).click()
  const popup = await opening
  // Awaited from before the click: the popup closes itself, perhaps before the click returns.
  const closing = popup.waitForEvent('close')
  await authoriseAs(popup, person)
  await closing
}
