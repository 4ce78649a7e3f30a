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

/** Texts of the mails to an address, newest first. */
export async function mailTexts(email: string): Promise<string[]> {
  const messages = (await (await fetch(`${page}?to=${encodeURIComponent(email)}`)).json()) as { id: string }[]
  return Promise.all(
    messages.map(async ({ id }) => ((await (await fetch(`${page}/${id}`)).json()) as { text: string }).text),
  )
}
export type Mail = { text: string; html: string; attachments: { fileName: string; content: string }[] }

/** Waits for the mail with this subject. Attachments are in base64. */
export async function mailBySubject(email: string, subject: string): Promise<Mail> {
  for (const deadline = Date.now() + 400_000; Date.now() < deadline; await wait(100)) {
    const found = (await (await fetch(`${page}?to=${encodeURIComponent(email)}`)).json()) as MailHead[]
    const head = found.find((one) => one.subject === subject)
    if (head) return (await (await fetch(`${page}/${head.id}`)).json()) as Mail
  }
  throw new Error(`No mail «${subject}» arrived at ${email}`)
}

type MailHead = { id: string; subject: string }
