import { escape } from '#http.ts'

import type { Attachment, Message } from './mailbox.ts'

export function listPage(messages: readonly Message[]): string {
  const head = '<tr><th>Time</th><th>From</th><th>To</th><th>Subject</th></tr>'
  const table = `<table><thead>${head}</thead><tbody>${messages.map(row).join('')}</tbody></table>`
  const body = `<h1>Mail</h1>${messages.length ? table : '<p>Nothing has been sent yet.</p>'}`
  // Refreshes without a script.
  return page('Mail', body, '<meta http-equiv="refresh" content="5">')
}

export function messagePage(message: Message): string {
  const { subject, text, html, attachments } = message
  const parts = [
    `<p><a href="/">All mail</a></p><h1>${subjectOf(message)}</h1>`,
    addresses(message),
    html && `<h2>HTML</h2>${frame(html)}`,
    text && `<h2>Text</h2><pre>${escape(text)}</pre>`,
    attachments.length > 0 && `<h2>Attachments</h2><ul>${attachments.map(attachmentItem).join('')}</ul>`,
    headersOf(message),
  ]
  return page(subject, parts.filter(Boolean).join('\n'))
}

const row = (message: Message) =>
  `<tr><td>${time(message)}</td><td>${escape(message.from)}</td><td>${escape(message.to.join(', '))}</td>` +
  `<td><a href="/messages/${escape(message.id)}">${subjectOf(message)}</a></td></tr>`

const subjectOf = ({ subject }: Message) => escape(subject || '(no subject)')

const time = ({ receivedAt }: Message) =>
  `<time datetime="${escape(receivedAt)}">${escape(receivedAt.slice(0, 19).replace('T', ' '))}</time>`

const addresses = (message: Message) =>
  `<dl><dt>From</dt><dd>${escape(message.from)}</dd><dt>To</dt><dd>${escape(message.to.join(', '))}</dd>` +
  `<dt>Time</dt><dd>${time(message)}</dd></dl>`

// Mail content is untrusted: its frame has no origin and no scripts, and its links open in a new tab.
function frame(html: string): string {
  const content = `<!doctype html><meta charset="utf-8"><base target="_blank">${html}`
  const rights = 'allow-popups allow-popups-to-escape-sandbox'
  return `<iframe title="HTML part" sandbox="${rights}" srcdoc="${escape(content)}"></iframe>`
}

const attachmentItem = ({ fileName, contentType, sizeBytes }: Attachment) =>
  `<li>${escape(fileName || '(no name)')}, ${escape(contentType)}, ${sizeBytes} bytes</li>`

const headersOf = ({ headers }: Message) =>
  `<details><summary>Headers</summary><dl>${headers
    .map(({ name, value }) => `<dt>${escape(name)}</dt><dd>${escape(value)}</dd>`)
    .join('')}</dl></details>`

function page(title: string, body: string, head = ''): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${head}
<title>${escape(title)}</title>
<style>${style}</style>
</head>
<body><main>${body}</main></body>
</html>
`
}

const style = `
:root { color-scheme: light dark; --line: light-dark(#ddd, #444); --accent: light-dark(#0b57d0, #8ab4f8) }
body { margin: 0; font: 15px/1.5 system-ui, sans-serif }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem }
h1 { font-size: 1.4rem } h2 { font-size: 1rem; margin-top: 2rem }
a { color: var(--accent) }
table { width: 100%; border-collapse: collapse }
th, td { padding: .5rem .75rem .5rem 0; text-align: left; border-bottom: 1px solid var(--line); overflow-wrap: anywhere }
time { white-space: nowrap; font-variant-numeric: tabular-nums }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem }
dt { opacity: .7 } dd { margin: 0; overflow-wrap: anywhere }
iframe { width: 100%; height: 32rem; border: 1px solid var(--line); border-radius: 6px; background: #fff }
pre { padding: 1rem; border: 1px solid var(--line); border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere }
details { margin-top: 2rem }
`
