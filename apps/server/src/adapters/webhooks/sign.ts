import { createHmac } from 'node:crypto'

const PREFIX = 'whsec_'

type Signed = { secret: string; messageId: string; body: string }

/** The headers of the specification Standard Webhooks, for one attempt. */
export function sign({ secret, messageId, body }: Signed, now: Date): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  const signature = createHmac('sha256', key).update(`${messageId}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': messageId, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}
