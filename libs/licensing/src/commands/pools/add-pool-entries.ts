import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, Clock, fieldError, ValidationFailed } from '#kernel';
import { KeyPools } from '../../domain/pools/key-pools.ts';
import { isShortKey, untypable } from '../../domain/keys/key-string.ts';
import { KeyStringsTaken } from '../../domain/keys/key-issuance.ts';

/** Adds strings to a pool, all or none. Grants that wait get them. */
export class AddPoolEntries extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
    readonly strings: readonly string[],
    /** Accepts strings that are short enough to be guessed. */
    readonly allowShortKeys: boolean,
  ) {
    super();
  }
}

@CommandHandler(AddPoolEntries)
export class AddPoolEntriesHandler implements ICommandHandler<AddPoolEntries> {
  constructor(
    private readonly pools: KeyPools,
    private readonly clock: Clock,
  ) {}

  async execute({ access, id, strings, allowShortKeys }: AddPoolEntries): Promise<void> {
    ValidationFailed.throwIfAny(
      strings.flatMap((key, index) => {
        const message = untypable(key);
        if (message !== null) return [fieldError(['entries', index], message, key)];
        return !allowShortKeys && isShortKey(key) ? [tooShort(key, index)] : [];
      }),
    );
    const prepared = await this.pools.prepare(strings);
    try {
      await this.pools.change<void>({ id, organizations: access.visible }, (pool) => {
        access.assertCanManage(pool.organizationId);
        pool.add(prepared, this.clock.now());
      });
    } catch (error) {
      if (!(error instanceof KeyStringsTaken)) throw error;
      throw new ValidationFailed(error.positions.map((index) => taken(strings[index]!, index)));
    }
  }
}

const tooShort = (key: string, index: number) =>
  fieldError(
    ['entries', index],
    'String should have at least 16 characters, unless `allow_short_key` is true.',
    key,
    'string_too_short',
  );

const taken = (key: string, index: number) =>
  fieldError(['entries', index], 'A license key or an entry of a pool with this key already exists.', key);
