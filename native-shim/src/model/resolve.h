/* Addresses of sites, code and data, in words. */
#ifndef HEDDLE_RESOLVE_H
#define HEDDLE_RESOLVE_H

#include <stdbool.h>
#include <stdint.h>
#include <stddef.h>

#include "base/wire.h"
#include "heddle_abi.h"

void resolve_register(const struct heddle_site *begin, const struct heddle_site *end);
void resolve_name(const struct heddle_site *begin, const struct heddle_site *end); /* variables of the runtime itself */
uint64_t resolve_variable_end(uint64_t address); /* of the global variable that lies there; 0: none that is known does */
bool resolve_any_sites(void);
bool resolve_is_site(uint64_t address); /* a record of a site, so announced by instrumented code */
uint64_t resolve_place(uint32_t low_half); /* as resolve_site, or of the address of an instruction */
uint64_t resolve_site(uint32_t low_half); /* of the address of a site; 0 if there is none */

/* The record of a variable of the runtime itself, for resolve_name. */
#define OWN_VARIABLE(variable, text) {(const char *)&(variable), "", (text), 0, 0, HEDDLE_SITE_VARIABLE, sizeof(variable), ""}

/* Words for an address: see resolve.c. */
enum { RESOLVED_TEXTS = 5 };
size_t resolve(uint64_t address, struct heddle_resolved *out, const char *strings[RESOLVED_TEXTS]);

#endif
