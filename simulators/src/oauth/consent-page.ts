import { escape } from '#http.ts'

import type { Client, Provider } from './clients.ts'
import { type Person, presets } from './people.ts'

const names: Record<Provider, string> = { google: 'Google', yandex: 'Yandex ID', vk: 'VK ID' }

type Request = { client: Client; scope: string; query: URLSearchParams }

/** Lets the person choose an identity and consent or cancel. */
export function consentPage(provider: Provider, { client, scope, query }: Request, problem?: string): string {
  const title = `Sign in with ${names[provider]}`
  return page(
    provider,
    title,
    `<p><b>${escape(client.title)}</b> wants to know: ${escape(scope)}</p>
${problem ? `<p role="alert" class="problem">${escape(problem)}</p>` : ''}
<form method="post" action="?${escape(query.toString())}">
<fieldset><legend>Who are you?</legend>${presets.map(choice).join('')}
<label class="choice"><input type="radio" name="person" value="other"${problem ? ' checked' : ''}><span>Someone else</span></label>
${otherFields}
</fieldset>
<p class="buttons"><button name="decision" value="continue">Continue</button>
<button name="decision" value="cancel" class="quiet">Cancel</button></p>
</form>`,
  )
}

/** For a request that must not be answered by a redirect. */
export function refusalPage(provider: Provider, problem: string): string {
  return page(provider, 'Access blocked', `<p role="alert" class="problem">${escape(problem)}</p>`)
}

function choice({ id, name, surname, email }: Person, index: number): string {
  const checked = index === 0 ? ' checked' : ''
  return `<label class="choice"><input type="radio" name="person" value="${escape(id)}"${checked}>
<span>${escape(`${name} ${surname}`)}<small>${escape(email ?? 'no e-mail')}</small></span></label>`
}

const otherFields = `<div class="other">
<label>Number <input name="id" inputmode="numeric" value="2001"></label>
<label>Name <input name="name" autocomplete="off"></label>
<label>Surname <input name="surname" autocomplete="off"></label>
<label>E-mail <input name="email" autocomplete="off" placeholder="none"></label>
<label class="check"><input type="checkbox" name="verified" checked> The e-mail is verified</label>
</div>`

function page(provider: Provider, title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<style>${style}</style>
</head>
<body class="${provider}"><main>
<p class="badge"><span>${names[provider]}</span> played by a simulator</p>
<h1>${escape(title)}</h1>
${body}
</main></body>
</html>
`
}

const style = `
:root { color-scheme: light dark; --line: light-dark(#ddd, #444); --soft: light-dark(#f6f6f6, #222) }
.google { --brand: light-dark(#0b57d0, #a8c7fa); --on: light-dark(#fff, #062e6f) }
.yandex { --brand: #fc3f1d; --on: #fff }
.vk { --brand: #0077ff; --on: #fff }
* { box-sizing: border-box }
body { margin: 0; font: 15px/1.5 system-ui, sans-serif }
main { max-width: 26rem; margin: 0 auto; padding: 1rem 1.25rem }
h1 { font-size: 1.3rem; margin: .5rem 0 }
p { margin: .5rem 0; overflow-wrap: anywhere }
.badge { font-size: .8rem; opacity: .85 }
.badge span { padding: .15rem .5rem; border-radius: 99px; background: var(--brand); color: var(--on); font-weight: 600 }
.problem { padding: .6rem .8rem; border-radius: 8px; border: 1px solid light-dark(#c00, #f77) }
fieldset { border: 0; margin: 0; padding: 0; display: grid; gap: .4rem }
legend { margin-bottom: .4rem; padding: 0 }
.choice { display: flex; gap: .6rem; align-items: center; padding: .4rem .7rem; border: 1px solid var(--line); border-radius: 8px; cursor: pointer }
.choice:has(:checked) { border-color: var(--brand); background: var(--soft) }
.choice small { display: block; opacity: .75 }
.other { display: none; gap: .4rem; padding: .25rem 0 }
form:has([value=other]:checked) .other { display: grid }
.other label:not(.check) { display: grid; grid-template-columns: 5rem 1fr; align-items: center }
input:not([type]) { font: inherit; padding: .35rem .5rem; border: 1px solid var(--line); border-radius: 6px; background: Field }
input, button { accent-color: var(--brand) }
.buttons { display: flex; gap: .6rem; margin-top: .9rem }
button { font: inherit; font-weight: 600; padding: .5rem 1.1rem; border-radius: 99px; border: 1px solid transparent; background: var(--brand); color: var(--on); cursor: pointer }
button.quiet { background: none; color: inherit; border-color: var(--line) }
`
