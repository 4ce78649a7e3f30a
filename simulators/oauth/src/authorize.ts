import { type Client, findClient, type Provider } from './clients.ts'
import { consentPage, refusalPage } from './consent-page.ts'
import { type Asked, formOf, html, redirect, type Reply, type Routes } from './http.ts'
import { type Person, readPerson } from './people.ts'

/** A request for sign-in that may be shown to the person. */
export type Visit = { client: Client; redirectUri: string; state: string; scope: string; query: URLSearchParams }

type Options = {
  provider: Provider
  path: string
  /** Where in the address the answer stands: implicit answers are in the fragment, codes in the query. */
  sign: '#' | '?'
  responseType: 'token' | 'code'
  defaultScope: string
  /** What else this provider asks of a request; the text says what is wrong. */
  problemOf?: (query: URLSearchParams) => string | undefined
  /** The answer to a person's yes. */
  answer: (visit: Visit, person: Person) => Record<string, string>
}

/** The sign-in page of a provider: shows who asks for what, and sends the person back with an answer. */
export function authorizeRoutes(options: Options): Routes {
  return {
    [`GET ${options.path}`]: (asked) =>
      receive(options, asked, (visit) => html(200, consentPage(options.provider, visit))),
    [`POST ${options.path}`]: (asked) => receive(options, asked, (visit) => decide(options, visit, formOf(asked))),
  }
}

function receive(options: Options, { query }: Asked, welcome: (visit: Visit) => Reply): Reply {
  const client = findClient(options.provider, query.get('client_id'))
  const redirectUri = query.get('redirect_uri') ?? ''
  const problem = problemOf(options, client, redirectUri, query)
  if (!client || problem) return html(400, refusalPage(options.provider, problem ?? ''))
  const scope = query.get('scope') || options.defaultScope
  return welcome({ client, redirectUri, scope, state: query.get('state') ?? '', query })
}

// People are never sent to an address nobody registered, so these problems stay on the page.
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
    )
  if (form.get('decision') === 'cancel')
    return back({ error: 'access_denied', error_description: 'The person has said no' })
  const person = readPerson(form)
  if (!person.success) return html(400, consentPage(provider, visit, person.error.issues[0]?.message))
  return back(answer(visit, person.data))
}
