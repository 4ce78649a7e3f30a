import type { Script } from '@doslovno/contract/scripts.ts'
import type { Replacement } from '@doslovno/domain/editing/replace.ts'
import type { Correction } from '@doslovno/domain/editing/word-forms.ts'
import { paragraphRanges } from '@doslovno/domain/transcript/paragraphs.ts'
import { replaceTexts, restoreTexts, offerTexts } from '@doslovno/texts/editing.ts'
import { russianDeclensions } from '@doslovno/texts/language/declensions.ts'
import { Button } from '@mantine/core'
import { type ReactNode, useCallback, useState } from 'react'

import type { EditingSlots } from '#lib/file-page/editing-slots.ts'
import type { Playback } from '#lib/file-page/playback.ts'
import { useWindowKeys } from '#lib/keys/use-window-keys.ts'
import { useHearAgain } from '#lib/queries/hear-again.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { showToast } from '#ui/toast.ts'

import { EditingTools } from './editing-tools.tsx'
import { useNaming } from './field/use-naming.tsx'
import { useWriting } from './field/use-writing.tsx'
import { VoicePanel } from './field/voice-panel.tsx'
import { giveTo } from './field/voices.ts'
import { History } from './history/history.tsx'
import { type Offer, offerOf } from './replace/offer.ts'
import { ReplaceDialog } from './replace/replace-dialog.tsx'
import { Review } from './review/review.tsx'
import { useQuestionCount, useReviewText } from './review/use-review-text.ts'
import { ConflictDialog } from './text/conflict-dialog.tsx'
import type { Editor } from './text/editor.ts'
import { SaveStatus } from './text/save-status.tsx'
import { useEditedScript, useEditor, useEditorState } from './text/use-editor.ts'
import { useVocabulary } from './vocabulary/use-vocabulary.tsx'

import classes from './editing.module.css'

/** Everything that editing adds to the owner's file page. */
export type Editing = EditingSlots & {
  /** The file with its edits applied. */
  script: Script
  /** The last version of the text that the server has acknowledged. */
  version: number
  /** Dialogs and bars, for anywhere on the page. */
  overlays: ReactNode
}

/** Lets the owner edit the text. */
export function useEditing(script: Script, playback: Playback): Editing {
  const editor = useEditor(script)
  const edited = useEditedScript(script, editor)
  const { offer, setOffer, find } = useOffer(editor)
  const [replacing, setReplacing] = useState<{ offer?: Offer }>()
  const [isReviewing, setIsReviewing] = useState(false)
  const vocabulary = useVocabulary(editor, script, isReviewing)
  const take = (corrections: readonly Correction[]) => {
    find(corrections)
    vocabulary.takeCorrections(corrections)
  }
  const writing = useWriting(editor, playback, take)
  const naming = useNaming(editor, vocabulary.onNamed)
  const [isRestoring, setIsRestoring] = useState(false)
  const [isHistoryOpen, setIsHistoryOpen] = useState(false)

  const travel = (at: number | undefined) => {
    setOffer(undefined)
    vocabulary.dropOffer()
    naming.dropOffer()
    if (at !== undefined) playback.reveal(paragraphAt(editor, at))
  }
  // The first press after a reload may come before the steps of earlier visits.
  const undo = () => void editor.recall().then(() => travel(editor.undo()))
  const redo = () => void editor.recall().then(() => travel(editor.redo()))
  const onHistory = () => setIsHistoryOpen(true)
  useEditingKeys({ undo, redo, history: onHistory })

  const replace = (replacements: readonly Replacement[]) => {
    setOffer(undefined)
    if (editor.perform([{ kind: 'replaceMany', replacements }])) showToast(replaceTexts.done(replacements.length))
  }
  const about = useReviewText({ editor, script, known: vocabulary.known, isReviewing })
  const questions = useQuestionCount(about.text, isReviewing)
  const onHearAgain = useHearAgain(script.id)
  const onReplace = () => setReplacing({})
  const onReview = () => setIsReviewing(true)
  return {
    ...writing,
    script: edited,
    version: useEditorState(editor, (state) => state.version),
    tools: <EditingTools {...{ editor, onReplace, onReview, questions }} onUndo={undo} onRedo={redo} />,
    status: <SaveStatus editor={editor} />,
    onReplace,
    onReview,
    onHistory,
    onRestore: () => setIsRestoring(true),
    voicePanel: useVoicePanel(editor),
    onNameSpeaker: naming.onNameSpeaker,
    onMergeSpeakers: (from, into) => editor.perform([{ kind: 'mergeSpeakers', from, into }]),
    onUndo: undo,
    ...vocabulary.slots,
    overlays: (
      <>
        {!isReviewing && (
          <div className={`${classes.bars} no-print`}>
            {offer && (
              <OfferBar offer={offer} onShow={() => setReplacing({ offer })} onDismiss={() => setOffer(undefined)} />
            )}
            {/* One question about a name at a time. */}
            {naming.bar ?? vocabulary.bar}
          </div>
        )}
        {isReviewing && (
          <Review
            {...{ editor, playback, about, onHearAgain }}
            scriptId={script.id}
            known={vocabulary.known}
            onCorrected={take}
            onLeave={() => setIsReviewing(false)}
          />
        )}
        {vocabulary.dialog}
        <Replacing editor={editor} opened={replacing} onReplace={replace} onClose={() => setReplacing(undefined)} />
        <Restoring editor={editor} opened={isRestoring} onClose={() => setIsRestoring(false)} />
        <History
          {...{ editor, script }}
          opened={isHistoryOpen}
          onClose={() => setIsHistoryOpen(false)}
          onShow={(seconds) => playback.reveal(paragraphAt(editor, segmentAt(editor, seconds)))}
        />
        <ConflictDialog editor={editor} />
      </>
    ),
  }
}

/** Offers to repeat a correction elsewhere. */
function useOffer(editor: Editor) {
  const [offer, setOffer] = useState<Offer>()
  const find = (corrections: readonly Correction[]) =>
    setOffer(offerOf(corrections, editor.getState().transcript.segments, russianDeclensions))
  return { offer, setOffer, find }
}

function useVoicePanel(editor: Editor): Editing['voicePanel'] {
  return useCallback(
    (paragraph, onDone) => {
      const { shown } = editor.getState()
      const range = paragraphRanges(shown.segments)[paragraph]
      if (!range) return null
      return (
        <VoicePanel
          transcript={shown}
          range={range}
          onChoose={(scope, voice) => {
            onDone()
            editor.perform(giveTo(editor.getState().transcript, range, scope, voice))
          }}
        />
      )
    },
    [editor],
  )
}

type ReplacingProps = Omit<Parameters<typeof ReplaceDialog>[0], 'segments'> & { editor: Editor }

function Replacing({ editor, ...props }: ReplacingProps) {
  const { segments } = useEditorState(editor, (state) => state.transcript)
  return <ReplaceDialog segments={segments} {...props} />
}

type RestoringProps = { editor: Editor; opened: boolean; onClose: () => void }

function Restoring({ editor, opened, onClose }: RestoringProps) {
  const restore = async () => {
    await editor.restore()
    showToast(restoreTexts.done)
  }
  const { title, text, confirm } = restoreTexts
  return <ConfirmDialog {...{ opened, onClose, title, text, confirm }} onConfirm={restore} />
}

/** The paragraph that contains a segment. */
function paragraphAt(editor: Editor, segment: number): number {
  const ranges = paragraphRanges(editor.getState().shown.segments)
  return Math.max(
    0,
    ranges.findLastIndex(({ at }) => at <= segment),
  )
}

/** The segment that is spoken at a time. */
function segmentAt(editor: Editor, seconds: number): number {
  return editor.getState().shown.segments.findLastIndex(({ start }) => start <= seconds)
}

/** Elements with their own undo, or unrelated to the text. */
const FIELDS = 'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]'

type Actions = { undo: () => void; redo: () => void; history: () => void }

/** Ctrl+Z and its relatives, and Ctrl+Alt+H for the history, in any keyboard layout. */
function useEditingKeys({ undo, redo, history }: Actions) {
  useWindowKeys((event) => {
    const { code, shiftKey, ctrlKey, metaKey, altKey, target } = event
    const isTaken = target instanceof Element && target.closest(FIELDS) !== null
    if (isTaken || !(ctrlKey || metaKey)) return
    if (code === 'KeyH' && altKey && !shiftKey) history()
    else if (altKey) return
    else if (code === 'KeyZ' && !shiftKey) undo()
    else if ((code === 'KeyZ' && shiftKey) || (code === 'KeyY' && !shiftKey)) redo()
    else return
    event.preventDefault()
  })
}

type Props = { offer: Offer; onShow: () => void; onDismiss: () => void }

/** Shown after a correction when the same word occurs elsewhere. */
function OfferBar({ offer: { correction, places }, onShow, onDismiss }: Props) {
  return (
    <section className={classes.bar} aria-label={offerTexts.label}>
      <p role="status">
        {offerTexts.pair(correction.from, correction.to)} {offerTexts.question(places.length)}
      </p>
      <div className={classes.end}>
        <Button size="xs" variant="subtle" onClick={onDismiss}>
          {offerTexts.dismiss}
        </Button>
        <Button size="xs" onClick={onShow}>
          {offerTexts.show}
        </Button>
      </div>
    </section>
  )
}
