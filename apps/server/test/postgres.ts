import pg from 'pg'

/** A connection of its own, for tests that hold transactions open. */
export async function connectToPostgres(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  await client.connect()
  return client
}
