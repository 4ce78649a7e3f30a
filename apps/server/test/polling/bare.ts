import Fastify from 'fastify'

/** `bare.ts PORT BYTES`: Fastify alone, answering a constant of this size. */
const [port = 0, bytes = 0] = process.argv.slice(2).map(Number)
const reply = { data: 'x'.repeat(Math.max(0, bytes - 11)) }
const app = Fastify()
app.get('/', async () => reply)
await app.listen({ port, host: '127.0.0.1' })
