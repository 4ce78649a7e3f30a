import type { Vocabulary } from '@doslovno/contract/vocabularies.ts'
import { vocabularyOptionTexts as texts } from '@doslovno/texts/upload.ts'
import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BookA } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'

import { vocabulariesQuery } from '#lib/queries/vocabulary.ts'

import type { Options } from './options.ts'
import { knowsVocabulary } from './process-options.ts'

import classes from '#features/upload/upload.module.css'

type Props = { options: Options; onChange: (change: Partial<Options>) => void }

const MOST_CHARACTERS = 2000

/** Which vocabularies apply to the file, and the names in it. */
export function VocabularyOptions({ options, onChange }: Props) {
  const { data: vocabularies } = useQuery(vocabulariesQuery)
  useForgetLeft(vocabularies, options.vocabularyIds, (vocabularyIds) => onChange({ vocabularyIds }))
  const isKnown = knowsVocabulary(options.language)
  const isOn = isKnown && !options.isVocabularyOff
  return (
    <fieldset>
      <legend>{texts.title}</legend>
      {vocabularies && (
        <div className={classes.vocabularies} data-off={!isOn || undefined}>
          <Chips vocabularies={vocabularies} options={options} isOn={isOn} onChange={onChange} />
          {isKnown && vocabularies.some(({ termsOn }) => termsOn > 0) && (
            <button
              type="button"
              className="text-button"
              onClick={() => onChange({ isVocabularyOff: !options.isVocabularyOff })}
            >
              {isOn ? texts.off : texts.on}
            </button>
          )}
        </div>
      )}
      <p className={classes.vocabularyNote} role="status">
        {noteOf(isKnown, options)}
      </p>
      {isOn && (
        <TextInput
          label={texts.names}
          description={texts.namesHint}
          placeholder={texts.namesExample}
          value={options.names}
          maxLength={MOST_CHARACTERS}
          autoComplete="off"
          spellCheck={false}
          inputWrapperOrder={['label', 'input', 'description']}
          onChange={({ currentTarget }) => onChange({ names: currentTarget.value })}
        />
      )}
    </fieldset>
  )
}

function noteOf(isKnown: boolean, { isVocabularyOff }: Options): string {
  if (!isKnown) return texts.otherLanguage
  return isVocabularyOff ? texts.isOff : ''
}

type ChipsProps = Props & { vocabularies: readonly Vocabulary[]; isOn: boolean }

/** The own vocabulary always applies; shared ones are chosen. */
function Chips({ vocabularies, options: { vocabularyIds }, isOn, onChange }: ChipsProps) {
  const own = vocabularies.find(({ isPersonal }) => isPersonal)
  const toggle = (id: string, isChosen: boolean) =>
    onChange({ vocabularyIds: isChosen ? [...vocabularyIds, id] : vocabularyIds.filter((other) => other !== id) })
  return (
    <>
      {own && own.termsOn > 0 && (
        <span className={classes.vocabulary} data-own>
          <BookA size={16} aria-hidden />
          {texts.own(own.termsOn)}
        </span>
      )}
      {own?.termsOn === 0 && (
        <span className={classes.vocabularyEmpty}>
          {texts.empty}{' '}
          <Link to="/account" hash="vocabulary">
            {texts.fill}
          </Link>
        </span>
      )}
      {vocabularies
        .filter(({ isPersonal }) => !isPersonal)
        .map(({ id, name, termsOn }) => (
          <label key={id} className={classes.vocabulary}>
            <input
              type="checkbox"
              className="visually-hidden"
              checked={isOn && vocabularyIds.includes(id)}
              disabled={!isOn}
              onChange={({ currentTarget }) => toggle(id, currentTarget.checked)}
            />
            {texts.shared(name, termsOn)}
          </label>
        ))}
    </>
  )
}

/** Drops remembered vocabularies that the user has left, or another user of this browser had chosen. */
function useForgetLeft(
  vocabularies: readonly Vocabulary[] | undefined,
  chosen: readonly string[],
  onForget: (left: string[]) => void,
) {
  const left = vocabularies && chosen.filter((id) => vocabularies.some((vocabulary) => vocabulary.id === id))
  const hasGone = left !== undefined && left.length < chosen.length
  const forget = useEffectEvent(() => left && onForget(left))
  useEffect(() => {
    if (hasGone) forget()
  }, [hasGone])
}
