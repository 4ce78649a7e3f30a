import { servers } from '#scripts/settings.ts'

import { simulatorService } from './simulator.ts'

const { host, smtpPort, pagePort } = servers.mail

/** Catches every mail the product sends and shows it on a page. */
export const mail = simulatorService({
  name: 'mail',
  title: 'mail catcher',
  address: `${host}:${smtpPort}, http://${host}:${pagePort}`,
  host,
  port: smtpPort,
  args: ['--smtp-port', String(smtpPort), '--page-port', String(pagePort)],
})
