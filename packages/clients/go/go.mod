module github.com/latchkey/latchkey/packages/clients/go

go 1.22
