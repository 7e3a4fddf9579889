; PHP
(namespace_definition name: (namespace_name) @package)
(class_declaration name: (name) @name) @definition.class
(interface_declaration name: (name) @name) @definition.interface
(trait_declaration name: (name) @name) @definition.trait
(enum_declaration name: (name) @name) @definition.enum
(enum_case name: (name) @name) @definition.constant
(function_definition name: (name) @name) @definition.function
(method_declaration name: (name) @name) @definition.method
(const_element . (name) @name) @definition.constant
(property_element name: (variable_name (name) @name)) @definition.field
(property_promotion_parameter name: (variable_name (name) @name)) @definition.field
(program (expression_statement (assignment_expression left: (variable_name (name) @name)) @definition.variable))
((function_call_expression function: (name) @_define
  arguments: (arguments . (argument (string (string_content) @name)))) @definition.constant
  (#eq? @_define "define"))

(base_clause [(name) (qualified_name)] @base)
(class_interface_clause [(name) (qualified_name)] @base)
(use_declaration [(name) (qualified_name)] @base)

(function_call_expression function: (name) @call)
(function_call_expression function: (qualified_name (name) @call))
(member_call_expression object: (_) @receiver name: (name) @call)
(nullsafe_member_call_expression object: (_) @receiver name: (name) @call)
(scoped_call_expression scope: (_) @receiver name: (name) @call)
(object_creation_expression [(name) @call (qualified_name (name) @call)])

(namespace_use_declaration (namespace_use_clause [(qualified_name) (name)] @import !alias))
(namespace_use_declaration (namespace_use_clause [(qualified_name) (name)] @import alias: (name) @alias))
(namespace_use_declaration (namespace_name) @prefix
  body: (namespace_use_group (namespace_use_clause [(qualified_name) (name)] @import)))
(require_expression (string (string_content) @import))
(require_once_expression (string (string_content) @import))
(include_expression (string (string_content) @import))
(include_once_expression (string (string_content) @import))
