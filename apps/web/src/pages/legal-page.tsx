import type { Installation, Seller } from '@doslovno/contract/installation.ts'
import { type LegalDocument, legalVersions } from '@doslovno/domain/account/legal.ts'
import { legalDocumentTexts, legalTexts, sellerText } from '@doslovno/texts/account/legal.ts'
import { pageTitle } from '@doslovno/texts/brand.ts'

import { fullDate } from '#lib/format/day.ts'
import { useInstallation } from '#lib/installation/use-installation.ts'

import classes from './legal-page.module.css'

export function OfferPage() {
  return <LegalPage name="offer" />
}

export function PrivacyPage() {
  return <LegalPage name="privacy" />
}

export function PersonalDataPage() {
  return <LegalPage name="personalData" />
}

function LegalPage({ name }: { name: LegalDocument }) {
  const installation = useInstallation()
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
      {installation && (
        <>
          {name === 'privacy' && <Leaves installation={installation} />}
          <Requisites seller={installation.seller} />
          <p className={classes.write}>
            {legalTexts.write} <a href={`mailto:${installation.supportEmail}`}>{installation.supportEmail}</a>
          </p>
        </>
      )}
    </article>
  )
}

function Leaves({ installation: { sendsRecordings, sendsTexts } }: { installation: Installation }) {
  const texts = legalTexts.leaves
  return (
    <section>
      <h2>{texts.title}</h2>
      <p>{sendsRecordings ? texts.recordings : texts.noRecordings}</p>
      <p>{sendsTexts ? texts.texts : texts.noTexts}</p>
    </section>
  )
}

function Requisites({ seller }: { seller: Seller | null }) {
  const texts = legalTexts.seller
  return (
    <section>
      <h2>{texts.title}</h2>
      <p>{seller ? sellerText(seller) : texts.none}</p>
    </section>
  )
}
