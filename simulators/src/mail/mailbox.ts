/** `content` is in base64. */
export type Attachment = { fileName: string; contentType: string; sizeBytes: number; content: string }

export type Message = {
  id: string
  receivedAt: string
  /** Sender and recipients of the SMTP envelope, which may differ from the headers. */
  from: string
  to: readonly string[]
  subject: string
  headers: readonly { name: string; value: string }[]
  text: string
  html: string
  attachments: readonly Attachment[]
}

export type Mailbox = ReturnType<typeof createMailbox>

/** Keeps the newest `size` messages in memory. */
export function createMailbox(size: number) {
  let messages: Message[] = []
  let count = 0
  return {
    add(message: Omit<Message, 'id'>): void {
      count += 1
      messages = [{ ...message, id: String(count) }, ...messages].slice(0, size)
    },
    /** Newest first; optionally only mails to one recipient. */
    list: (recipient?: string): readonly Message[] =>
      recipient === undefined ? messages : messages.filter(({ to }) => isAmong(to, recipient)),
    find: (id: string): Message | undefined => messages.find((message) => message.id === id),
    clear(): void {
      messages = []
    },
  }
}

const isAmong = (addresses: readonly string[], wanted: string) =>
  addresses.some((address) => address.toLowerCase() === wanted.toLowerCase())
