import { setTimeout as wait } from 'node:timers/promises'

import { servers } from '#scripts/settings.ts'

const page = `http://127.0.0.1:${servers.mail.pagePort}/api/messages`

/** The address of the link in the newest mail to somebody, once `count` mails have come. */
export async function linkTo(email: string, count = 1): Promise<string> {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await wait(100)) {
    const messages = (await (await fetch(`${page}?to=${encodeURIComponent(email)}`)).json()) as { id: string }[]
    if (messages.length < count) continue
    const { text } = (await (await fetch(`${page}/${messages[0]?.id}`)).json()) as { text: string }
    const link = /https?:\/\/\S+token=[\w-]+/.exec(text)?.[0]
    if (link) return link
  }
  throw new Error(`No link came to ${email}`)
}
