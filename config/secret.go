package config

import (
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// addSecretFiles gives each setting with the tag "secret" another one that names a file with its value.
func addSecretFiles(k *kong.Kong) error {
	return kong.Visit(k.Model, func(v kong.Visitable, next kong.Next) error {
		switch n := v.(type) {
		case *kong.Application:
			n.Flags = withSecretFiles(n.Flags)
		case *kong.Command:
			n.Flags = withSecretFiles(n.Flags)
		}
		return next(nil)
	})
}

func withSecretFiles(flags []*kong.Flag) (all []*kong.Flag) {
	for _, f := range flags {
		all = append(all, f)
		if f.Tag.Has("secret") {
			all = append(all, newFileFlag(f))
		}
	}
	return all
}

// newFileFlag returns the flag for the file of a secret.
func newFileFlag(secret *kong.Flag) *kong.Flag {
	tag := &kong.Tag{Name: secret.Name + fileSuffix, PlaceHolder: "FILE"}
	for _, env := range secret.Envs {
		tag.Envs = append(tag.Envs, env+"_FILE")
	}
	value := *secret.Value
	value.Name, value.Tag, value.Target = tag.Name, tag, reflect.New(secret.Target.Type()).Elem()
	value.Help = "File with the value of --" + secret.Name + ", which then is not in the list of processes."
	value.OrigHelp = value.Help
	f := &kong.Flag{Value: &value, Group: secret.Group, PlaceHolder: tag.PlaceHolder, Envs: tag.Envs}
	value.Flag = f
	return f
}

const fileSuffix = "-file"

// readSecrets sets the secrets of which a file is named. It runs before the settings are checked.
func readSecrets(k *kong.Context, at *kong.Path) error {
	if at.App == nil {
		return nil // kong calls it for each part of the command line
	}
	flags := k.Flags()
	for _, secret := range flags {
		if !secret.Tag.Has("secret") {
			continue
		}
		i := slices.IndexFunc(flags, func(f *kong.Flag) bool { return f.Name == secret.Name+fileSuffix })
		file, _ := k.FlagValue(flags[i]).(string)
		if file == "" {
			continue
		}
		if k.FlagValue(secret) != "" {
			return fmt.Errorf("--%s and --%s are both given; take one away", secret.Name, flags[i].Name)
		}
		content, err := os.ReadFile(file)
		if err != nil {
			return fmt.Errorf("--%s: %w", flags[i].Name, err)
		}
		value := strings.TrimSuffix(strings.TrimSuffix(string(content), "\n"), "\r")
		if value == "" {
			return fmt.Errorf("--%s: %s is empty", flags[i].Name, file)
		}
		secret.Target.SetString(value)
	}
	return nil
}
