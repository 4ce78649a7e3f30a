import type { Vocabulary } from '@doslovno/contract/vocabularies.ts'
import { sharedVocabularyTexts as texts } from '@doslovno/texts/vocabulary/sharing.ts'
import { Modal } from '@mantine/core'

import { InviteLink } from './invite-link.tsx'
import { MemberList } from './member-list.tsx'

import classes from '#features/vocabulary/vocabulary.module.css'

type Props = { vocabulary: Vocabulary; opened: boolean; onClose: () => void }

/** Lists the members of a vocabulary and its invite link. */
export function PeopleDialog({ vocabulary, opened, onClose }: Props) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={vocabulary.name}
      size={520}
      closeButtonProps={{ 'aria-label': texts.name.close }}
    >
      <div className={classes.people}>
        <InviteLink vocabulary={vocabulary} />
        <MemberList vocabularyId={vocabulary.id} />
      </div>
    </Modal>
  )
}
