import { fieldError, type FieldError } from '#kernel';

/** What the catalog knows of the rules for devices. */
export interface DevicesPolicy {
  readonly classes?: readonly { readonly class: string }[];
  readonly virtual?: string;
  readonly swaps?: object;
}

interface Activations {
  readonly mode?: string;
}

/** The class of virtual devices, if they are a class of their own. */
const VIRTUAL = 'virtual';

export function devicesErrors({ classes = [], virtual, swaps }: DevicesPolicy, activations: Activations | null): FieldError[] {
  const names = classes.map((each) => each.class);
  const twice = names.flatMap((name, index) => (names.indexOf(name) < index ? [{ name, index }] : []));
  return [
    ...(activations ? [] : [fieldError(['policy', 'devices'], 'Rules for devices need `activations`.', null)]),
    ...twice.map(({ name, index }) =>
      fieldError(['policy', 'devices', 'classes', index, 'class'], 'The class has a limit already.', name),
    ),
    ...(virtual === 'own_class' && !names.includes(VIRTUAL)
      ? [
          fieldError(
            ['policy', 'devices', 'virtual'],
            `Virtual devices of their own class need a limit for \`${VIRTUAL}\` in \`classes\`.`,
            virtual,
          ),
        ]
      : []),
    ...(swaps && activations?.mode === 'floating'
      ? [fieldError(['policy', 'devices', 'swaps'], 'The slots of floating license keys are meant to move.', swaps)]
      : []),
  ];
}
