import { SERVICE_WORKER } from '#lib/push/service-worker.ts'

type Rules = { createHTML(text: string): string; createScriptURL(url: string): string }
type TrustedTypes = { createPolicy(name: string, rules: Rules): unknown }

/**
 * The only policy of Trusted Types. The UI kit fills style elements by innerHTML, so CSS passes; markup never does. The
 * one script that may be loaded by its address is the service worker.
 */
export function refuseMarkup(): void {
  const { trustedTypes } = window as Window & { trustedTypes?: TrustedTypes }
  trustedTypes?.createPolicy('default', {
    createHTML: (text) => {
      if (text.includes('<')) throw new TypeError('Markup made of text is not allowed')
      return text
    },
    createScriptURL: (url) => {
      if (url !== SERVICE_WORKER) throw new TypeError('A script made of text is not allowed')
      return url
    },
  })
}
