/** A session of classic WebDriver: a POST with a body, a GET without. */
export type Session = { send: <Reply>(path: string, body?: object) => Promise<Reply>; end: () => Promise<unknown> }

export async function openSession(driver: string): Promise<Session> {
  const capabilities = { alwaysMatch: {} }
  const { sessionId } = await call<{ sessionId: string }>(`${driver}/session`, 'POST', { capabilities })
  const session = `${driver}/session/${sessionId}`
  return {
    send: (path, body) => call(`${session}/${path}`, body ? 'POST' : 'GET', body),
    end: () => call(session, 'DELETE'),
  }
}

async function call<Reply>(url: string, method: string, body?: object): Promise<Reply> {
  const reply = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = (await reply.json()) as { value: Reply & { error: string; message: string } }
  if (!reply.ok) throw new Error(`${value.error}: ${value.message}`)
  return value
}
