import { faqTexts } from '@doslovno/texts/billing/tariffs.ts'
import { Accordion } from '@mantine/core'

import { useInstallation } from '#lib/installation/use-installation.ts'

import classes from './tariffs.module.css'

export function Faq() {
  const installation = useInstallation()
  return (
    <section className={classes.faq} aria-label={faqTexts.title}>
      <h2>{faqTexts.title}</h2>
      <Accordion order={3} chevronPosition="right">
        {faqTexts.items.map(({ question, answer }, index) => (
          <Accordion.Item key={question} value={`answer-${index}`}>
            <Accordion.Control>{question}</Accordion.Control>
            <Accordion.Panel>
              {typeof answer === 'string' ? answer : answer(installation?.supportEmail)}
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </section>
  )
}
