import { type LegalDocument, legalVersions } from '@doslovno/domain/account/legal.ts'
import { legalDocumentTexts, legalTexts, SUPPORT_EMAIL } from '@doslovno/texts/account/legal.ts'
import { pageTitle } from '@doslovno/texts/brand.ts'

import { fullDate } from '#lib/format/day.ts'

import classes from './legal-page.module.css'

export function OfferPage() {
  return <LegalPage name="offer" />
}

export function PrivacyPage() {
  return <LegalPage name="privacy" />
}

function LegalPage({ name }: { name: LegalDocument }) {
  const { title, lead, sections } = legalDocumentTexts[name]
  return (
    <article className={classes.legal}>
      <title>{pageTitle(title)}</title>
      <h1>{title}</h1>
      <p className={classes.version}>
        {legalTexts.version} <time dateTime={legalVersions[name]}>{fullDate(legalVersions[name])}</time>
      </p>
      <p className={classes.lead}>{lead}</p>
      {sections.map((section) => (
        <section key={section.title}>
          <h2>{section.title}</h2>
          {section.text.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
      <p className={classes.write}>
        {legalTexts.write} <a href={`mailto:${SUPPORT_EMAIL}`}>{SUPPORT_EMAIL}</a>
      </p>
    </article>
  )
}
