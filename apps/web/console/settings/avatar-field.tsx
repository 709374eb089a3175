import { Trash2, Upload } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { Button } from '../../ui/button.tsx';
import { Avatar } from '../../ui/display.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import { badToast } from '../../ui/toasts.tsx';
import { uploadFile } from '../upload.ts';
import { useWords } from '../words/index.ts';
import { type Organization, useChangeOrganization } from './organization.ts';

const PICTURES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/svg+xml'];

/** The picture of an organization, which its customers see. */
export function AvatarField({ organization: { id, name, avatar_url } }: { readonly organization: Organization }): ReactNode {
  const { settings } = useWords();
  const { profile: words } = settings;
  const textOf = useProblemText();
  const change = useChangeOrganization();
  const [isPending, setPending] = useState(false);
  const set = async (address: () => Promise<string | null>): Promise<void> => {
    setPending(true);
    try {
      await change({ avatar_url: await address() });
    } catch (error) {
      badToast(textOf(error));
    } finally {
      setPending(false);
    }
  };
  const upload = (files: FileList | null): void => {
    const [file] = files ?? [];
    if (!file) return;
    void set(async () => {
      const stored = await uploadFile({ file, service: 'organization_avatar', organizationId: id });
      return 'public_url' in stored ? stored.public_url : null;
    });
  };
  return (
    <div className="avatar-field">
      <Avatar key={avatar_url} name={name} picture={avatar_url} look="square large" />
      <div>
        <div className="row">
          <FileTrigger acceptedFileTypes={PICTURES} onSelect={upload}>
            <Button small icon={Upload} isPending={isPending}>
              {words.upload}
            </Button>
          </FileTrigger>
          {avatar_url && (
            <Button small look="quiet-danger" icon={Trash2} isPending={isPending} onPress={() => void set(async () => null)}>
              {words.removePicture}
            </Button>
          )}
        </div>
        <p className="faint small">{words.pictureHint}</p>
      </div>
    </div>
  );
}
