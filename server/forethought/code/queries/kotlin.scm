; Kotlin
(package_header (identifier) @package)
(class_declaration "interface" (type_identifier) @name) @definition.interface
(class_declaration "enum" (type_identifier) @name) @definition.enum
(class_declaration (type_identifier) @name) @definition.class
(object_declaration (type_identifier) @name) @definition.class
(companion_object (type_identifier) @name) @definition.class
(enum_entry (simple_identifier) @name) @definition.constant
(function_declaration (simple_identifier) @name) @definition.function
(type_alias (type_identifier) @name) @definition.type
(property_declaration (variable_declaration (simple_identifier) @name)) @definition.variable
(class_parameter (binding_pattern_kind) (simple_identifier) @name) @definition.field

(delegation_specifier [(user_type) @base (constructor_invocation (user_type) @base)])

(call_expression . (simple_identifier) @call)
(call_expression . (navigation_expression (_) @receiver (navigation_suffix (simple_identifier) @call)))

(import_header (identifier) @import (import_alias (type_identifier) @alias)? (wildcard_import)? @star)
