import { type Call, formOf, html, redirect, type Reply, type Routes } from '#http.ts'

import { type Client, findClient, type Provider } from './clients.ts'
import { consentPage, refusalPage } from './consent-page.ts'
import { type Person, readPerson } from './people.ts'

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
