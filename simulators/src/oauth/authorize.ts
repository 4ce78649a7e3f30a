import { type Call, escape, formOf, html, redirect, type Reply, type Routes } from '#http.ts'

import { type Client, findClient, type Person, presets, type Provider, readPerson } from './grants.ts'

const names: Record<Provider, string> = { google: 'Google', yandex: 'Yandex ID', vk: 'VK ID' }

const otherFields = `<div class="other">
<label>Number <input name="id" inputmode="numeric" value="2001"></label>
<label>Name <input name="name" autocomplete="off"></label>
<label>Surname <input name="surname" autocomplete="off"></label>
<label>E-mail <input name="email" autocomplete="off" placeholder="none"></label>
<label class="check"><input type="checkbox" name="verified" checked> The e-mail is verified</label>
</div>`

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

/** A valid sign-in request, to be shown to the person. */
export type Visit = { client: Client; redirectUri: string; state: string; scope: string; query: URLSearchParams }

type Options = {
  provider: Provider
  path: string
  /** Where the redirect carries the answer: tokens in the fragment, codes in the query. */
  sign: '#' | '?'
  responseType: 'token' | 'code'
  defaultScope: string
  /** The provider's own checks; returns the problem, if any. */
  problemOf?: (query: URLSearchParams) => string | undefined
  /** The answer when the person agrees. */
  answer: (visit: Visit, person: Person) => Record<string, string>
}

/** A provider's sign-in page: shows the app and its scopes, and redirects the person back with an answer. */
export function authorizeRoutes(options: Options): Routes {
  return {
    [`GET ${options.path}`]: (call) =>
      receive(options, call, (visit) => page(200, consentPage(options.provider, visit))),
    [`POST ${options.path}`]: (call) => receive(options, call, (visit) => decide(options, visit, formOf(call))),
  }
}

/** Its form may lead back to the app. */
const page = (status: number, body: string) => html(status, body, 'http://127.0.0.1:* http://localhost:*')

function receive(options: Options, { query }: Call, welcome: (visit: Visit) => Reply): Reply {
  const client = findClient(options.provider, query.get('client_id'))
  const redirectUri = query.get('redirect_uri') ?? ''
  const problem = problemOf(options, client, redirectUri, query)
  if (!client || problem) return page(400, refusalPage(options.provider, problem ?? ''))
  const scope = query.get('scope') || options.defaultScope
  return welcome({ client, redirectUri, scope, state: query.get('state') ?? '', query })
}

// Never redirect to an unregistered address: these problems are shown on the page.
function problemOf(options: Options, client: Client | undefined, redirectUri: string, query: URLSearchParams) {
  if (!client) return 'This client is not registered.'
  if (!client.redirect.test(redirectUri)) return 'This redirect address is not registered for the client.'
  if (query.get('response_type') !== options.responseType) return 'This response type is not allowed for the client.'
  return options.problemOf?.(query)
}

function decide({ provider, sign, answer }: Options, visit: Visit, form: URLSearchParams): Reply {
  const back = (answered: Record<string, string>) =>
    redirect(
      `${visit.redirectUri}${sign}${new URLSearchParams({ ...answered, ...(visit.state && { state: visit.state }) }).toString()}`,
      302,
    )
  if (form.get('decision') === 'cancel')
    return back({ error: 'access_denied', error_description: 'The person has said no' })
  const person = readPerson(form)
  if (!person.success) return page(400, consentPage(provider, visit, person.error.issues[0]?.message))
  return back(answer(visit, person.data))
}

type Request = { client: Client; scope: string; query: URLSearchParams }

/** Lets the person choose an identity and consent or cancel. */
function consentPage(provider: Provider, { client, scope, query }: Request, problem?: string): string {
  const title = `Sign in with ${names[provider]}`
  return layout(
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
function refusalPage(provider: Provider, problem: string): string {
  return layout(provider, 'Access blocked', `<p role="alert" class="problem">${escape(problem)}</p>`)
}

function choice({ id, name, surname, email }: Person, index: number): string {
  const checked = index === 0 ? ' checked' : ''
  return `<label class="choice"><input type="radio" name="person" value="${escape(id)}"${checked}>
<span>${escape(`${name} ${surname}`)}<small>${escape(email ?? 'no e-mail')}</small></span></label>`
}

function layout(provider: Provider, title: string, body: string): string {
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
