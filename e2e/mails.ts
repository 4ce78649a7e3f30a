import { setTimeout as wait } from 'node:timers/promises'

import { servers } from '#scripts/settings.ts'

const page = `http://127.0.0.1:${servers.mail.pagePort}/api/messages`

/** Waits for `count` mails to an address; returns the link in the newest one. */
export async function mailedLink(email: string, count = 1): Promise<string> {
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; await wait(100)) {
    const messages = (await (await fetch(`${page}?to=${encodeURIComponent(email)}`)).json()) as { id: string }[]
    if (messages.length < count) continue
    const { text } = (await (await fetch(`${page}/${messages[0]?.id}`)).json()) as { text: string }
    const link = /https?:\/\/\S+token=[\w-]+/.exec(text)?.[0]
    if (link) return link
  }
  throw new Error(`No mail link arrived at ${email}`)
}
