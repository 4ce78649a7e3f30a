import { startLlmSimulator } from './llm/server.ts'
import { startMailSimulator } from './mail/server.ts'
import { startOauthSimulator } from './oauth/server.ts'
import { startYookassaSimulator } from './yookassa/server.ts'

/** The simulators of compose.override.yaml in one process. */
const simulators = await Promise.all([
  startMailSimulator({ smtpPort: 1025, pagePort: 8082 }),
  startOauthSimulator({ port: 8083 }),
  startLlmSimulator({ port: 8085 }),
  startYookassaSimulator({ port: 8084, webhookUrl: 'http://127.0.0.1:3000/api/payments/yookassa' }),
])
console.log('mails: http://localhost:8082, the desk of the shop: http://localhost:8084')

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void Promise.all(simulators.map((one) => one.close())))
