import { OpenAI } from 'openai'

export { OpenAI } from 'openai'

/** The official client, which does not repeat calls here. */
export function openaiClient(url: string, apiKey: string, options: { maxRetries?: number } = {}): OpenAI {
  return new OpenAI({ baseURL: `${url}/v1`, apiKey, maxRetries: 0, ...options })
}

/** The error that the client throws. */
export async function openaiError(call: Promise<unknown>): Promise<InstanceType<typeof OpenAI.APIError>> {
  const thrown = await call.then(
    (reply) => new Error(`No error but ${JSON.stringify(reply)}`),
    (error: unknown) => error,
  )
  if (thrown instanceof OpenAI.APIError) return thrown
  throw thrown
}
