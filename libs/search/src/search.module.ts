import { Module } from '@nestjs/common';
import { SearchController } from './adapters/http/search.controller.ts';
import * as queries from './queries/index.ts';

@Module({ controllers: [SearchController], providers: Object.values(queries) })
export class SearchModule {}
