import { Module } from '@nestjs/common';
import { NotesController } from './adapters/http/notes.controller.ts';
import { MikroOrmNotes } from './adapters/persistence/notes.repository.ts';
import { Notes } from './domain/notes.ts';
import * as commands from './commands/index.ts';
import * as queries from './queries/index.ts';

@Module({
  controllers: [NotesController],
  providers: [{ provide: Notes, useClass: MikroOrmNotes }, ...Object.values(commands), ...Object.values(queries)],
})
export class NotesModule {}
