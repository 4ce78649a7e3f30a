import type { Language } from '@doslovno/domain/upload/languages.ts'
import { speakersCounts, type MediaType, mediaTypes } from '@doslovno/domain/upload/options.ts'
import { optionTexts, speakersText } from '@doslovno/texts/upload.ts'
import { Button, Checkbox, SegmentedControl, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { AudioLines, GraduationCap, type LucideIcon, MessagesSquare, Mic, Users } from 'lucide-react'
import { type ReactNode, useState } from 'react'

import { templatesQuery } from '#lib/queries/templates.ts'

import { languageChoices, type Options, recentLanguages } from './options.ts'
import { VocabularyOptions } from './vocabulary-options.tsx'

import classes from '#features/upload/upload.module.css'

type Props = {
  options: Options
  onChange: (change: Partial<Options>) => void
  onStart: () => void
  isStarting?: boolean
  /** A hint or an error beside the button. */
  next: ReactNode
  /** The price of the start. */
  cost?: ReactNode
}

/** Options of the processing. */
export function OptionsPanel({ options, onChange, onStart, isStarting = false, next, cost }: Props) {
  return (
    <section className={classes.options} aria-label={optionTexts.title}>
      <MediaTypes value={options.mediaType} onChange={(mediaType) => onChange({ mediaType })} />
      <fieldset>
        <legend>{optionTexts.speakersCount}</legend>
        <SegmentedControl
          fullWidth
          aria-label={optionTexts.speakersCount}
          value={String(options.speakersCount)}
          data={speakersCounts.map((count) => ({ value: String(count), label: speakersText(count) }))}
          onChange={(value) => {
            const speakersCount = speakersCounts.find((count) => String(count) === value)
            if (speakersCount !== undefined) onChange({ speakersCount })
          }}
        />
      </fieldset>
      <div className={classes.two}>
        <LanguageSelect value={options.language} onChange={(language) => onChange({ language })} />
        <TemplateSelect value={options.templateId} onChange={(templateId) => onChange({ templateId })} />
      </div>
      <VocabularyOptions options={options} onChange={onChange} />
      <Checkbox
        label={optionTexts.badQuality}
        description={optionTexts.badQualityHint}
        checked={options.badQuality}
        onChange={({ currentTarget }) => onChange({ badQuality: currentTarget.checked })}
      />
      <div className={classes.foot}>
        <p>
          <span>{next}</span> {cost}
        </p>
        <Button size="md" loading={isStarting} onClick={onStart}>
          {optionTexts.start}
        </Button>
      </div>
    </section>
  )
}

function LanguageSelect({ value, onChange }: { value: Language; onChange: (language: Language) => void }) {
  const [choices] = useState(() => languageChoices(recentLanguages.recall()))
  return (
    <Select
      label={optionTexts.language}
      searchable
      allowDeselect={false}
      nothingFoundMessage={optionTexts.nothing}
      data={choices}
      value={value}
      onChange={(language) => language && onChange(language)}
    />
  )
}

function TemplateSelect({ value, onChange }: { value: number | null; onChange: (id: number | null) => void }) {
  const { data: templates = [] } = useQuery(templatesQuery)
  const chosen = templates.find(({ id }) => id === value)
  return (
    <Select
      label={optionTexts.template}
      placeholder={optionTexts.noTemplate}
      clearable
      clearButtonProps={{ 'aria-label': optionTexts.clearTemplate }}
      nothingFoundMessage={optionTexts.nothing}
      data={templates.map(({ id, name }) => ({ value: String(id), label: name }))}
      description={chosen?.description}
      inputWrapperOrder={['label', 'input', 'description']}
      value={chosen ? String(chosen.id) : null}
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  )
}

const ICONS: Record<MediaType, LucideIcon> = {
  interview: Mic,
  lection: GraduationCap,
  talking: MessagesSquare,
  meeting: Users,
  other: AudioLines,
}

type MediaTypesProps = { value: MediaType | null; onChange: (value: MediaType) => void }

/** Radio tiles for the kind of recording. */
function MediaTypes({ value, onChange }: MediaTypesProps) {
  return (
    <fieldset>
      <legend>{optionTexts.mediaType}</legend>
      <div className={classes.types}>
        {mediaTypes.map((type) => {
          const Icon = ICONS[type]
          return (
            <label key={type} className={classes.type}>
              <input
                type="radio"
                name="media-type"
                className="visually-hidden"
                checked={value === type}
                onChange={() => onChange(type)}
              />
              <Icon size={20} strokeWidth={1.8} aria-hidden />
              {optionTexts.mediaTypes[type]}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
