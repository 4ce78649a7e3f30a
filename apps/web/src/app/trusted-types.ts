type TrustedTypes = { createPolicy(name: string, rules: { createHTML(text: string): string }): unknown }

/** The only policy of Trusted Types. The UI kit fills style elements by innerHTML, so CSS passes; markup never does. */
export function refuseMarkup(): void {
  const { trustedTypes } = window as Window & { trustedTypes?: TrustedTypes }
  trustedTypes?.createPolicy('default', {
    createHTML: (text) => {
      if (text.includes('<')) throw new TypeError('Markup made of text is not allowed')
      return text
    },
  })
}
